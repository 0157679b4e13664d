// A real Chrome for the browser tests: the one of this machine, else one that is fetched once.

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fetchLimitMs = 240_000;

const knownPlaces = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Features that playwright turns off, and this list with them: of two lists the browser heeds the last. */
const PLAYWRIGHT_TURNS_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints', 'AimEnabled'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch', 'msForceBrowserSignIn'],
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/** Processes of the browser's own that nobody looks at: a page that draws its toolbar, and one that waits for a site that no test opens. */
const UNSEEN = [
  ...['InitialWebUI', 'WebUIReloadButton', 'WebUIBackForwardButton', 'WebUIHomeButton', 'WebUIToolbar'],
  ...['WebUILocationBar', 'WebUISplitTabsButton', 'PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess'],
];

const flags = [
  `--disable-features=${[...PLAYWRIGHT_TURNS_OFF, ...UNSEEN].join(',')}`,
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChrome();
  return await chromium.launch({
    executablePath,
    args: flags,
    // Chrome writes into its home folder, which may not be writable here.
    env: { ...process.env, HOME: os.tmpdir() },
  });
}

/** Path of a Chrome or Chromium; fetches one when there is none. Throws a sentence that says what to do when that fails too. */
export function findChrome(): string {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (!fs.existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which is not there.`);
    return named;
  }
  const found = [...knownPlaces, chromium.executablePath(), fetchedPath()].find((place) => fs.existsSync(place));
  return found ?? fetchChrome();
}

function fetchChrome(): string {
  const attempts: (() => void)[] = [
    () => run(process.execPath, [playwrightCli, 'install', 'chromium'], { PLAYWRIGHT_BROWSERS_PATH: fetchedFolder }),
  ];
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    attempts.push(() => {
      run('apt-get', ['update', '-qq'], env);
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env);
    });
  }
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // The next way may work; the sentence below speaks when none does.
    }
    const place = [fetchedPath(), ...knownPlaces].find((candidate) => fs.existsSync(candidate));
    if (place) return place;
  }
  throw new Error('The browser tests need Chrome or Chromium: install one, or name it in CHROME_PATH.');
}

const playwrightCli = path.join(root, 'node_modules', 'playwright-core', 'cli.js');
const fetchedFolder = path.join(root, 'node_modules', '.cache', 'browsers');

/** Where playwright puts what it fetches; it reads the folder's name only when it is loaded, hence a process of its own. */
function fetchedPath(): string {
  if (!fs.existsSync(fetchedFolder)) return fetchedFolder.concat('-absent');
  const ask = `import('playwright-core').then((p) => console.log(p.chromium.executablePath()))`;
  return run(process.execPath, ['--input-type=module', '-e', ask], { PLAYWRIGHT_BROWSERS_PATH: fetchedFolder }).trim();
}

function run(file: string, args: readonly string[], env: Record<string, string>): string {
  return execFileSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: fetchLimitMs,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
}
