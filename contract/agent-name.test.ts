import { expect, test } from 'vitest';
import { agentName, isHandheld } from './agent-name.ts';

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge', 'Windows', false],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KHTML} Version/19.0 Safari/605.1.15`, 'Safari', 'macOS', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
    true,
  ],
  [`Mozilla/5.0 (Linux; Android 15; K) ${KHTML} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android', true],
])('%s', (agent, browser, system, handheld) => {
  expect(agentName(agent)).toEqual({ browser, system });
  expect(isHandheld(agent)).toBe(handheld);
});

test.each(['', '<b>curl</b>/8', 'call +852 1234 or visit evil.example'])('what is unknown has no name: %s', (agent) => {
  expect(agentName(agent)).toEqual({ browser: '', system: '' });
  expect(isHandheld(agent)).toBe(false);
});
