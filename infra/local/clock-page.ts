import { Hono } from './tools/hono.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './tools/user-error.ts';
import { milliseconds } from './tools/time-and-chance.ts';

/** The local clock: GET shows it with a form, POST sets it to an instant, DELETE (or "reset") to the real time. */
export function clockRoutes(data: string): Hono {
  const file = join(data, 'clock.json');
  const set = (shift: number) => {
    process.env.CLOCK_SHIFT_MS = String(shift);
    writeFileSync(file, JSON.stringify({ shift }));
  };
  process.env.CLOCK_SHIFT_MS = String(existsSync(file) ? shiftIn(file) : 0);
  const time = () => new Date(milliseconds() + Number(process.env.CLOCK_SHIFT_MS)).toISOString();
  return new Hono()
    .get('/local/clock', (context) => context.html(page(time())))
    .post('/local/clock', async (context) => {
      const origin = context.req.header('origin');
      // forms of other sites must not change the local time
      if (origin !== undefined && origin !== `http://${context.req.header('host')}`)
        return context.text('The clock takes no form from another site. Nothing was changed.', 403);
      const form = new URLSearchParams(await context.req.text());
      const instant = form.has('reset') ? milliseconds() : Date.parse(form.get('instant') ?? '');
      if (Number.isNaN(instant))
        return context.text('The instant is not readable. Write it as 2026-12-09T12:00:00Z.', 400);
      set(instant - milliseconds());
      return context.req.header('accept')?.includes('json')
        ? context.json({ now: time() })
        : context.redirect('/local/clock', 303);
    });
}

/** Returns the stored shift. Throws UserError if the file is damaged. */
function shiftIn(file: string): number {
  try {
    const { shift } = JSON.parse(readFileSync(file, 'utf8')) as { shift: unknown };
    if (typeof shift === 'number' && Number.isFinite(shift)) return shift;
  } catch {
    // reported below
  }
  throw new UserError(
    `The local clock's file ${file} is damaged. Your data is unchanged. Delete the file to use the real time, then start again; the clock can be set at /local/clock.`,
  );
}

const page = (
  instant: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Local clock | Wellport</title>
<style>body{font:16px/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}input,button{font:inherit;padding:.5rem}</style></head>
<body><h1>Local clock</h1><p>The portal believes it is <strong>${instant}</strong>. Set it to close a month without waiting for it.</p>
<form method="post"><label>New time (ISO, UTC)<br><input name="instant" value="${instant.slice(0, 19)}Z" size="24"></label> <button>Set</button> <button name="reset" value="yes">Real time</button></form></body></html>`;
