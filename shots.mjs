import { chromium } from 'playwright-core';
const [, , user, width, scheme, ...paths] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
const context = await browser.newContext({
  viewport: { width: Number(width), height: Number(width) < 500 ? 844 : 900 },
  colorScheme: scheme,
  baseURL: 'http://localhost:3100',
});
const page = await context.newPage();
page.setDefaultTimeout(60000);
if (user !== 'guest') {
  await page.goto('/?login=true');
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await popup.getByRole('textbox', { name: 'Username or email' }).fill(`${user}@wellport.test`);
  await popup.locator('input[type=password]').fill('Wellport2026');
  await popup.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((u) => !u.search.includes('login=true') && u.pathname !== '/', { timeout: 60000 });
}
let n = 0;
for (const p of paths) {
  await page.goto(p);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/shots/${user}-${width}-${scheme}-${n++}.png`, fullPage: false });
  console.log(p, page.url(), await page.evaluate(() => document.documentElement.scrollWidth));
}
await browser.close();
