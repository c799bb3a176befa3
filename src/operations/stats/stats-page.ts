import { silenceLine } from '../../learn/silence.ts';
import { counted } from '../../model/counted.ts';
import { barsPlot, effectPlot, intervalPlot, recurrencePlot } from './stats-plots.ts';
import type { LessonStats, Stats } from './stats-schema.ts';
import { duration, effectLine, escapeHtml, moreInJson, unjudged } from './stats-words.ts';

const LESSONS_MAX = 200;

/** One HTML page with everything in it: no script runs, nothing is loaded. The figures are those of `--json`, embedded. */
export function statsPage(stats: Stats): string {
  const { totals } = stats;
  const shown = stats.lessons.slice(0, LESSONS_MAX);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>lessons: what they did</title>
<style>${STYLE}</style>
</head>
<body>
<h1>What the lessons did</h1>
<p class="quiet">${escapeHtml(stats.at.slice(0, 16).replace('T', ' '))} UTC · ${counted(totals.sessions, 'session')}, ${counted(totals.calls, 'call')}, ${totals.failures} failed</p>
<dl class="tiles">
${tile('active lessons', totals.lessons.active)}
${tile('candidates', totals.lessons.candidate)}
${tile('told', totals.injections)}
${tile('prevented', totals.outcomes.prevented)}
${tile('ignored', totals.outcomes.ignored)}
${tile('irrelevant', totals.outcomes.irrelevant)}
${tile('unknown', totals.outcomes.unknown)}
${tile('not judged yet', unjudged(stats))}
${tile('tokens spent ≈', totals.estimates.tokensSpent)}
${tile('tokens saved ≈', totals.estimates.tokensSaved)}
${tile('time saved ≈', duration(totals.estimates.secondsSaved))}
</dl>
<p class="quiet">Prevented: what a lesson warns of was not done. Ignored: it was done all the same. Irrelevant: the call was fine as it was. Unknown: the transcript does not say. What is not judged yet waits for a scan.</p>
${stats.silence
  .filter((each) => each.suspicious)
  .map((each) => `<p class="alert">${escapeHtml(silenceLine(each))} Run <code>lessons doctor</code>.</p>`)
  .join('\n')}
<h2>Week by week</h2>
${barsPlot(stats.weekly)}
<h2>With and without, at random</h2>
<p>${prose(effectLine(stats.effect))}</p>
${stats.effect.enough ? effectPlot(stats.effect) : ''}
<h2>How useful each lesson is</h2>
<p class="quiet">The dot is how often it helps as far as can be told, the line where that lies with 95% certainty; at its end stand the prevented of all that is known. What was judged 90 days ago weighs half; being shown counts for nothing.</p>
${intervalPlot(shown.filter((lesson) => lesson.posterior.weight > 0))}
<h2>Failures per 1,000 calls, before and after</h2>
${recurrencePlot(shown)}
${proposed(stats.lessons)}
<h2>Lessons</h2>
${lessonTable(shown, stats.lessons.length)}
<p class="quiet">≈ marks estimates. Saved: prevented failures × the median cost of that failure in the past.</p>
<script type="application/json" id="stats">${JSON.stringify(stats).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
}

function tile(name: string, value: number | string): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(String(value))}</dd></div>`;
}

function proposed(lessons: readonly LessonStats[]): string {
  const items = lessons.flatMap((lesson) =>
    lesson.proposals.map(
      (proposal) =>
        `<li>${proposal.kind}${'to' in proposal ? ` to ${proposal.to}` : ''} #${lesson.number} ${nameOf(lesson)}: ${prose(proposal.reason)}</li>`,
    ),
  );
  if (items.length === 0) return '';
  return `<h2>Proposed, for you to decide in <code>lessons review</code></h2>
<ul>
${items.slice(0, LESSONS_MAX).join('\n')}
</ul>
${moreInJson(items.length - LESSONS_MAX)}`;
}

function lessonTable(shown: readonly LessonStats[], all: number): string {
  if (all === 0)
    return '<p class="quiet">None is active yet: <code>lessons scan</code> finds candidates, <code>lessons review</code> decides on them.</p>';
  const isTold = ({ injections, shown: before, withheld }: LessonStats) => injections + before + withheld > 0;
  const [told, idle] = [shown.filter(isTold), shown.filter((lesson) => !isTold(lesson))];
  const parts = [
    told.length > 0 && tableOf(told),
    idle.length > 0 &&
      `<details${told.length > 0 ? '' : ' open'}><summary>${counted(idle.length, 'lesson')} that no agent was told yet</summary>${tableOf(idle)}</details>`,
    moreInJson(all - shown.length),
  ];
  return parts.filter(Boolean).join('\n');
}

function tableOf(lessons: readonly LessonStats[]): string {
  return `<div class="wide" tabindex="0" role="region" aria-label="Lessons">
<table>
<thead><tr><th>#</th><th>lesson</th><th>delivery</th><th>told</th><th>prevented</th><th>ignored</th><th>irrelevant</th><th>unknown</th><th>useful</th><th>tokens ≈</th></tr></thead>
<tbody>
${lessons.map(lessonRow).join('\n')}
</tbody>
</table>
</div>`;
}

/** Our own words, in which names of settings and commands stand between backticks. */
const prose = (words: string): string => escapeHtml(words).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** In whichever direction it is written. */
const nameOf = ({ summary }: LessonStats): string => `<bdi>${escapeHtml(summary)}</bdi>`;

function lessonRow(lesson: LessonStats): string {
  const { outcomes, posterior } = lesson;
  const useful = posterior.weight === 0 ? '–' : `${Math.round(posterior.mean * 100)}%`;
  const { prevented, ignored, irrelevant, unknown } = outcomes;
  const figures = [lesson.injections, prevented, ignored, irrelevant, unknown, useful];
  return `<tr><td>${lesson.number}</td><td class="name">${nameOf(lesson)}<br><span class="quiet">${escapeHtml(lesson.slug)}</span></td><td>${escapeHtml(lesson.delivery)}</td>${[...figures, lesson.estimates.tokensSpent].map((value) => `<td class="n">${value}</td>`).join('')}</tr>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1c1c; --quiet: #666; --line: #ddd; --paper: #fff; --good: #2b7a4b; --bad: #b3372f; --idle: #8a8a8a; --told: #3567a8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --quiet: #a5a5a5; --line: #444; --paper: #191919; --good: #5fb784; --bad: #e0766e; --idle: #8f8f8f; --told: #7ba6dd; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 960px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.quiet { color: var(--quiet); } .alert { color: var(--bad); font-weight: 600; }
.tiles { display: grid; grid-template-columns: repeat(6, 1fr); gap: .6rem; margin: 1rem 0; }
.tiles div { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .7rem; }
.tiles dt { color: var(--quiet); font-size: .8rem; } .tiles dd { margin: 0; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { white-space: nowrap; } th:nth-child(n+4) { text-align: right; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; } .wide > * { min-width: 44rem; }
td.name { overflow-wrap: anywhere; min-width: 14rem; } td .quiet { font-size: .75rem; }
summary { cursor: pointer; margin: .8rem 0; color: var(--quiet); }
ul { padding-left: 1.2rem; } li { overflow-wrap: anywhere; margin: .3rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .8rem; margin: .5rem 0; }
.legend i { display: inline-block; width: .75rem; height: .75rem; margin-right: .4rem; }
svg { width: 100%; display: block; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); } svg .quiet { fill: var(--quiet); }
svg .name { font: 12px/20px system-ui, sans-serif; text-align: left; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; } svg .name span { background: var(--paper); }
@media (max-width: 40rem) { svg .other { display: none; } .tiles { grid-template-columns: repeat(2, 1fr); } }
`;
