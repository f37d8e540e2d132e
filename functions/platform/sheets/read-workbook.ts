import { numberFormat, type NumberFormat } from './cell-number.ts';
import type { PartReader } from './open-zip.ts';
import { readXml } from './read-xml.ts';
import { refuseDamaged, refuseFile } from './refuse-file.ts';

/** Workbook data required by worksheets. */
export interface Workbook {
  /** visible worksheets in order; their XML is inflated on demand */
  worksheets: { name: string; bytes: () => Promise<Uint8Array> }[];
  /** Hidden worksheets; their tables are not read. */
  hiddenSheets: Workbook['worksheets'];
  sharedStrings: string[];
  /** by style index */
  numberFormats: NumberFormat[];
}

interface Relation {
  kind: string;
  target: string;
}

/**
 * Finds visible worksheets and related parts by package relationships (ECMA-376 part 2, 9), because file names differ
 * between writers.
 */
export async function readWorkbook(part: PartReader): Promise<Workbook> {
  const root = await readRelations(part, '');
  const workbookName = [...root.values()].find(({ kind }) => kind === 'officeDocument')?.target;
  const bytes = (await part(workbookName ?? 'xl/workbook.xml')) ?? refuseDamaged();
  const relations = await readRelations(part, workbookName ?? 'xl/workbook.xml');
  const related = async (kind: string) => {
    const relation = [...relations.values()].find((relation) => relation.kind === kind);
    return relation && (await part(relation.target));
  };

  const worksheets: Workbook['worksheets'] = [];
  const hiddenSheets: Workbook['worksheets'] = [];
  let from1904 = false;
  readXml(bytes, {
    open(path, attributes) {
      if (path === 'workbook/workbookPr') from1904 = isTrue(attributes.date1904);
      if (path !== 'workbook/sheets/sheet') return;
      const relation = relations.get(attributes.id ?? '');
      const visible = attributes.state === undefined || attributes.state === 'visible';
      if (relation?.kind !== 'worksheet') return;
      const { target } = relation;
      (visible ? worksheets : hiddenSheets).push({
        name: attributes.name ?? '',
        bytes: async () => (await part(target)) ?? refuseDamaged(),
      });
    },
  });
  if (worksheets.length === 0) refuseFile('This workbook has no visible sheet.');
  return {
    worksheets,
    hiddenSheets,
    sharedStrings: readSharedStrings(await related('sharedStrings')),
    numberFormats: readNumberFormats(await related('styles'), from1904),
  };
}

export const isTrue = (value: string | undefined) => value === '1' || value === 'true';

async function readRelations(part: PartReader, owner: string): Promise<Map<string, Relation>> {
  const folder = owner.slice(0, owner.lastIndexOf('/') + 1);
  const bytes = await part(`${folder}_rels/${owner.slice(folder.length)}.rels`);
  const relations = new Map<string, Relation>();
  if (!bytes) return relations;
  readXml(bytes, {
    open(path, { Id, Type, Target, TargetMode }) {
      if (path !== 'Relationships/Relationship' || TargetMode === 'External') return;
      if (!Id || !Type || !Target) return;
      relations.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), target: resolve(folder, Target) });
    },
  });
  return relations;
}

function resolve(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** Joins runs of rich text without phonetic guides (rPh). */
function readSharedStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let text = '';
  if (!bytes) return strings;
  readXml(bytes, {
    text(path, piece) {
      if (path === 'sst/si/t' || path === 'sst/si/r/t') text += piece;
    },
    close(path) {
      if (path !== 'sst/si') return;
      strings.push(text);
      text = '';
    },
  });
  return strings;
}

function readNumberFormats(bytes: Uint8Array | undefined, from1904: boolean): NumberFormat[] {
  const codes = new Map<number, string>();
  const byId = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  if (!bytes) return formats;
  readXml(bytes, {
    open(path, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (path === 'styleSheet/numFmts/numFmt') codes.set(id, formatCode ?? '');
      if (path !== 'styleSheet/cellXfs/xf') return;
      const format = byId.get(id) ?? numberFormat(id, codes.get(id), from1904);
      byId.set(id, format);
      formats.push(format);
    },
  });
  return formats;
}
