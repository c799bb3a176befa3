import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { homeDir, homeFiles, lessonsHome } from './paths.ts';

test('the data folder is an absolute path, also where LESSONS_HOME is none', () => {
  const named = (LESSONS_HOME: string) => lessonsHome({ HOME: '/home/dev', LESSONS_HOME });
  expect(named('/data/lessons')).toBe('/data/lessons');
  expect(named('C:\\data')).toBe('C:\\data');
  expect(named('~')).toBe('/home/dev');
  expect(named('~/own/data')).toBe('/home/dev/own/data');
  expect(named('data')).toBe(join(process.cwd(), 'data'));
  expect(named('~dev')).toBe(join(process.cwd(), '~dev'));
  expect(named('')).toBe(lessonsHome({ HOME: '/home/dev' }));
});

test.if(process.platform === 'linux')(
  'XDG_DATA_HOME moves it where it is absolute, as its specification says',
  () => {
    const moved = (XDG_DATA_HOME: string) => lessonsHome({ HOME: '/home/dev', XDG_DATA_HOME });
    expect(moved('/data')).toBe('/data/lessons-learned');
    for (const none of ['data', './data', '~/data', ''])
      expect(moved(none)).toBe('/home/dev/.local/share/lessons-learned');
  },
);

test.if(process.platform !== 'win32')('separators at the end of the data folder are none', () => {
  for (const folder of ['/data', '/data/', '/data//', '/data\\'])
    expect(homeFiles.config(folder)).toBe('/data/config.json');
  expect(homeFiles.config('/')).toBe('/config.json');
  expect(homeFiles.config('d')).toBe('d/config.json');
});

test('nor are those at the end of HOME: what names the home folder names it without', () => {
  for (const HOME of ['/home/dev', '/home/dev/', '/home/dev//']) expect(homeDir({ HOME })).toBe('/home/dev');
  expect(homeDir({ HOME: '/' })).toBe('/');
});
