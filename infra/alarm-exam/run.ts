import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
import { definitionsOf, type TemplateResource } from './definitions.ts';
import { examContext, examine, examText } from './exam.ts';
import { makeApp } from '../app.ts';
import { bundle } from '../build/bundle.ts';
import { allHandlers } from '../build/handlers.ts';

/** Synthesizes the alarms, examines them, and returns the result. The exit code is 1 if a fault does not raise exactly its alarm. */
async function alarmExam(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-exam-'));
  try {
    const handlers = process.env.HANDLERS_FOLDER ?? join(folder, 'handlers');
    if (!process.env.HANDLERS_FOLDER) await bundle(allHandlers, { folder: handlers });
    const context = {
      ...examContext,
      bankSettings: JSON.stringify(trialBankSettings({ oneAdministrator: false })),
      'aws:cdk:disable-asset-staging': 'true',
    };
    const { app, jobs } = makeApp(handlers, context, join(folder, 'templates'));
    app.synth();
    const template = JSON.parse(readFileSync(join(folder, 'templates', jobs.templateFile), 'utf8')) as {
      Resources: Record<string, TemplateResource>;
    };
    const results = examine(definitionsOf(template.Resources));
    if (results.some(({ isOk: isPassed }) => !isPassed)) process.exitCode = 1;
    return examText(results);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

console.log(await alarmExam());
