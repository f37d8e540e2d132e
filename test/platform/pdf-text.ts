import { inflateSync } from 'node:zlib';

/** What the pages show: the hex strings of every text operator, read as Windows-1252, a line each. */
export function shown(pdf: Uint8Array): string {
  const file = Buffer.from(pdf);
  const lines: string[] = [];
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 7)) {
    if (file.subarray(at - 3, at).toString() === 'end') continue;
    const end = file.indexOf('endstream', at);
    if (file[at + 7] !== 0x78) continue; // not deflated: the metadata
    const content = inflateSync(file.subarray(at + 7, end)).toString('latin1');
    for (const [operator] of content.matchAll(/\[[^\]]*\] TJ/g)) {
      const bytes = [...operator.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('');
      lines.push(new TextDecoder('windows-1252').decode(Buffer.from(bytes, 'hex')));
    }
  }
  return lines.join('\n');
}
