import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import encodeQR from 'qr';
import { chromiumFlags } from '../support/browser.ts';
import { chromiumPath } from '../support/tools.ts';

const [width, height] = [640, 480];
const frames = 2;

function brightnessAt(rows: readonly (readonly boolean[])[], x: number, y: number): number {
  const side = 300;
  const attempt = 0.12;
  const [right, down] = [x - width / 2, y - height / 2];
  const column = right * Math.cos(attempt) + down * Math.sin(attempt) + side / 2;
  const row = down * Math.cos(attempt) - right * Math.sin(attempt) + side / 2;
  const square = side / rows.length;
  const dark = rows[Math.floor(row / square)]?.[Math.floor(column / square)];
  return dark === undefined ? 120 : dark ? 40 : 210;
}

/** Writes a film (YUV4MPEG2) of a QR code with the text, as a camera records it; returns the file name. */
function filmOf(text: string, folder: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const bright = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bright[y * width + x] = brightnessAt(rows, x, y);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), bright, Buffer.alloc((width * height) / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  const name = join(folder, 'voucher.y4m');
  writeFileSync(name, Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]));
  return name;
}

export const browserThatSees = (text: string, folder: string): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: [
      ...chromiumFlags,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${filmOf(text, folder)}`,
    ],
  });
