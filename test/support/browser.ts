import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** A real Chromium: Debian's where it is installed, else the one CHROMIUM names. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath:
      process.env.CHROMIUM ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
