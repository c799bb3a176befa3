import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { runOperation } from '../../src/operations/run-operation.ts';
import type { Stats } from '../../src/operations/stats/stats-schema.ts';
import { lessonOf } from '../support/lessons.ts';
import { testContext } from '../support/operation-context.ts';
import { PATIENCE_MS } from '../support/until.ts';

const BROWSERS = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
// Where it comes as a snap that is not installed, a program of that name does nothing but say so.
const browserPath = BROWSERS.find((path) => path && spawnSync(path, ['--version']).status === 0);
if (browserPath === undefined) console.log('skipped: no Chromium here (set CHROMIUM to its path)');

test.skipIf(browserPath === undefined)(
  'the page opens without a network, loads and runs nothing, and shows the figures of --json',
  async () => {
    const context = testContext();
    mkdirSync(context.home, { recursive: true });
    const store = await context.store();
    const lesson = await store.insertLesson(
      lessonOf({
        summary: 'a <b>bold</b> & "quoted" lesson, whose words need all of a wide screen',
        status: 'active',
      }),
    );
    await store.insertLesson(
      lessonOf({ slug: 'silent', summary: 'a lesson without a call', status: 'active' }),
    );
    const at = new Date(context.clock.now() - 3_600_000).toISOString();
    const base = { lessonId: lesson.id, slug: lesson.slug, sessionId: 's', agent: 'claude-code' };
    await store.ingestEvents([
      { ...base, at, kind: 'inject', event: 'PreToolUse', toolUseId: 't', bytes: 400 },
    ]);
    await store.saveOutcomes([
      {
        ...base,
        id: 'o',
        project: null,
        at,
        outcome: 'prevented',
        evidence: '',
        withheld: false,
        cameBack: false,
      },
    ]);
    const file = join(context.home, 'stats.html');
    const { htmlFile: _, ...stats } = await runOperation<Stats & { htmlFile: string }>(
      context,
      'stats.show',
      { html: file },
    );
    await context.close();

    const browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: ['--no-sandbox'],
      timeout: PATIENCE_MS,
    });
    try {
      const page = await (
        await browser.newContext({ offline: true, viewport: { width: 1000, height: 800 } })
      ).newPage();
      const requests: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      const { href } = pathToFileURL(file);
      await page.goto(href, { timeout: PATIENCE_MS });
      expect(requests).toEqual([href]);
      expect(complaints).toEqual([]);
      const text = await page.locator('body').innerText();
      expect(text).toContain(lesson.slug);
      expect(text).toContain(lesson.summary);
      expect(await page.locator('b').count()).toBe(0);
      expect(await page.locator('p code').allInnerTexts()).toContain('holdoutRate');
      expect(text).toContain('1 lesson that no agent was told yet');
      expect(text).not.toContain('a lesson without a call');
      await page.locator('summary').click();
      expect(await page.locator('body').innerText()).toContain('a lesson without a call');
      const tiles = await page.locator('.tiles div').allInnerTexts();
      expect(tiles.map((tile) => tile.split('\n'))).toContainEqual(['told', String(stats.totals.injections)]);
      expect(tiles.map((tile) => tile.split('\n'))).toContainEqual(['prevented', '1']);
      expect(JSON.parse((await page.locator('#stats').textContent()) ?? '')).toEqual(
        JSON.parse(JSON.stringify(stats)),
      );
      const plots = await page.locator('svg[role=img]').all();
      expect(plots.length).toBeGreaterThanOrEqual(2);
      for (const width of [1000, 360]) {
        await page.setViewportSize({ width, height: 800 });
        for (const plot of plots) {
          const { x = 0, width: own = 0 } = (await plot.boundingBox()) ?? {};
          expect(own).toBeGreaterThan(width * 0.7);
          expect(x + own).toBeLessThanOrEqual(width);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const cut = `(() => { const name = document.querySelector('svg .name'); return name.scrollWidth > name.clientWidth; })()`;
        expect(await page.evaluate(cut)).toBe(width === 360);
      }
    } finally {
      await browser.close();
    }
  },
);
