import { readTranscript } from './src/transcripts/read-file.ts';
import { transcriptReaders } from './src/agents/index.ts';
import { Detector } from './src/capture/detect.ts';
import { OpenFailures } from './src/capture/failures/open-failures.ts';
import { ClosedMistakes } from './src/capture/closed-mistakes.ts';
import { Glob } from 'bun';
let file='';
const orig = ClosedMistakes.prototype.addFailure;
ClosedMistakes.prototype.addFailure = function (o: any) { if (o.said) console.log(file.slice(-60), o.resultLine, '|', o.culprit?.program, '|', o.salient, '|', o.correction ? 'C ' + o.correction.command.slice(0,120) + (o.changed?' changed':''): '-', '| edits', o.edits.map((e:any)=>e.file.split('/').pop()).join(','), '\n     $', o.call.command.slice(0, 160).replaceAll('\n','⏎')); return orig.call(this, o); };
for (const f of new Glob('**/*').scanSync({ cwd: '/tmp/corpus', absolute: true })) {
  file = f; const per = new Map<string, any>();
  try {
  readTranscript(f, transcriptReaders, (e: any) => { const k = e.thread ?? ''; if (!per.has(k)) per.set(k, new Detector({ agent: 'claude-code', file: f, minConfidence: 0 })); per.get(k).push(e); });
  for (const d of per.values()) d.finish(); } catch (e) { console.log(f, e); }
}
