import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { dateInChicago } from '../../../shared/calendar.ts';
import { now } from '../../../functions/platform/clock.ts';

// A copy of the data folder with the demo data, built by the first start of a version on a day and loaded by the others.

const root = join(import.meta.dirname, '../../..');
const snapshots = join(root, '.local/demo');

/** Files of the data folder that belong to one run. */
const ofRun = new Set(['running.json', 'engines.json', 'schedules.json', 'table.log']);

/** Sources that determine the demo data and the shape of stored items. */
const sources = ['shared/**/*.ts', 'functions/**/*.ts', 'infra/local/{demo/,}*.ts', 'package-lock.json'];

/** Links in emails contain the port of the site. */
const portInLinks = /(localhost:)(?:\d+|SITE)/g;

/** Returns the snapshot of this version and day; the data are relative to the day. */
function snapshotOfToday(): string {
  const digest = createHash('sha256');
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted())
    digest.update(file).update(readFileSync(join(root, file)));
  return join(snapshots, `${dateInChicago(now())}-${digest.digest('hex').slice(0, 16)}`);
}

/** Reports whether a data folder has no data yet, and the table is in it. */
const isNew = (data: string): boolean =>
  !process.env.DYNAMODB_ENDPOINT && !existsSync(join(data, 'table.sqlite'));

function copy(from: string, to: string, port: number | 'SITE'): void {
  cpSync(from, to, { recursive: true, filter: (file) => !ofRun.has(basename(file)) });
  const emails = join(to, 'mail.jsonl');
  if (existsSync(emails))
    writeFileSync(emails, readFileSync(emails, 'utf8').replaceAll(portInLinks, `$1${port}`));
}

/**
 * Copies the snapshot into a new data folder. Returns a function that stores the snapshot after the demo data were loaded
 * and the engines have stopped; undefined if nothing needs to be stored.
 */
export function loadSnapshot(data: string, port: number): (() => void) | undefined {
  if (!isNew(data)) return undefined;
  const snapshot = snapshotOfToday();
  if (existsSync(snapshot)) {
    copy(snapshot, data, port);
    return undefined;
  }
  return () => {
    mkdirSync(snapshots, { recursive: true });
    const draft = join(snapshots, `.${process.pid}`);
    copy(data, draft, 'SITE');
    for (const older of readdirSync(snapshots).filter((name) => !name.startsWith('.')))
      rmSync(join(snapshots, older), { recursive: true, force: true });
    renameSync(draft, snapshot);
  };
}
