import { expect, test } from 'vitest';
import { titleOf } from './titles.ts';

test.each([
  ['/', 'title.home'],
  ['/trade', 'title.trade'],
  ['/news/detail', 'title.news'],
  ['/mine/announcement', 'title.announcements'],
  ['/mine/chat', 'title.chat'],
  ['/mining/income', 'title.mining'],
  ['/loan/submit', 'title.loan'],
  ['/follow/my-follower', 'title.follow'],
  ['/follow/trader', 'title.trader'],
  ['/mine/something-new', 'title.account'],
  ['/nowhere', 'title.home'],
])('%s is called by its own name, or by that of the screens it belongs to', (path, title) => {
  expect(titleOf(path)).toBe(title);
});
