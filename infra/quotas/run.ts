import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp } from '../app.ts';
import { bundle, handlersFolder } from '../build/bundle.ts';
import { allHandlers } from '../build/handlers.ts';
import { stages } from '../stages/stage-file.ts';
import { quotaUses, sampleContext } from './quotas.ts';
import { codeBytesIn, templatesIn } from './templates.ts';

/** Prints the quotas with their use by a synthesized stage, as JSON; values that the stage lacks are samples. */
const stage = stages.find((name) => name === process.argv[2]);
if (!stage) throw new Error('Name a stage.');
const folder = process.env.HANDLERS_FOLDER ?? handlersFolder;
if (!process.env.HANDLERS_FOLDER) await bundle(allHandlers);
const output = mkdtempSync(join(tmpdir(), 'wellport-quotas-'));
const context = { 'aws:cdk:disable-asset-staging': 'true', ...sampleContext(stage) };
makeApp(folder, context, output).app.synth();
process.stdout.write(JSON.stringify(quotaUses(templatesIn(output, codeBytesIn(folder)))));
rmSync(output, { recursive: true });
