// @ts-check
// Starting the browser that is installed.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The same engine without windows needs a quarter less of the processor. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const startBrowser = () => chromium.launch({
  // A busy machine takes its time.
  timeout: 120_000,
  executablePath: process.env.CHROMIUM ?? INSTALLED.find(existsSync) ?? INSTALLED.at(-1),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
