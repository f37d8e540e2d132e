import { inflateSync } from 'node:zlib';

/** Returns the text of the pages: hex strings of text operators as Windows-1252, one line each. */
export function shown(pdf: Uint8Array): string {
  const file = Buffer.from(pdf);
  const lines: string[] = [];
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 7)) {
    if (file.subarray(at - 3, at).toString() === 'end') continue;
    const end = file.indexOf('endstream', at);
    if (file[at + 7] !== 0x78) continue; // metadata is not deflated
    const content = inflateSync(file.subarray(at + 7, end)).toString('latin1');
    for (const [operator] of content.matchAll(/\[[^\]]*\] TJ/g)) {
      const bytes = [...operator.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('');
      lines.push(new TextDecoder('windows-1252').decode(Buffer.from(bytes, 'hex')));
    }
  }
  return lines.join('\n');
}
