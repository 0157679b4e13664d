import { expect, test } from 'vitest';
import { actContents } from './act-contents.ts';

test('a field is its text or its list, and nothing where it is another thing or is not there', () => {
  const { text, list } = actContents('{"reason":"x","version":2,"locks":["orders",1],"more":{}}');
  expect([text('reason'), text('version'), text('more'), text('absent')]).toEqual(['x', '2', '', '']);
  expect([list('locks'), list('reason'), list('absent')]).toEqual([['orders'], [], []]);
});

test('erased or broken contents say nothing', () => {
  for (const json of ['', 'null', '[1]', '{'])
    expect([actContents(json).text('reason'), actContents(json).list('locks')]).toEqual(['', []]);
});
