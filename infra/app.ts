import { App, Tags } from 'aws-cdk-lib/core';
import { Alarms } from './alarms/alarms.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { bundle, handlersFolder, modulesIn, type Modules } from './build/bundle.ts';
import { DataStack } from './stacks/data-stack.ts';
import { GatewayStack } from './stacks/gateway-stage.ts';
import { apiNames, apiStackOf } from './stacks/http-apis.ts';
import { allHandlers } from './build/handlers.ts';
import { IdentityStack } from './stacks/identity-stack.ts';
import { JobsStack } from './stacks/jobs-stack.ts';
import { PagesStack } from './stacks/pages-stack.ts';
import { SiteStack } from './stacks/site-stack.ts';
import { settingsOf } from './stages/stage.ts';
import { StatusStack } from './status/status-stack.ts';

/** Recommended CDK feature flags, in code so that tests and deployments use the same. */
const choices = {
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
};

/** Creates the CDK app; `context` corresponds to `-c name=value` on the command line. */
export function makeApp(
  folder: string,
  context: Record<string, string> = {},
  outdir?: string,
  modules = modulesIn(folder),
) {
  // template validation takes as long as synthesis and only warns; `npm run deploy` enables it
  process.env.CDK_VALIDATION ??= 'false';
  const app = newApp(context, outdir);
  return { app, ...addWellport(app, folder, modules) };
}

const newApp = (context: Record<string, string>, outdir?: string) =>
  new App({ context: { ...choices, ...context }, outdir });

/** Creates an app with only the stacks that contain no functions. */
export const makeFoundation = (context: Record<string, string> = {}) => addFoundation(newApp(context));

function addFoundation(app: App) {
  const settings = settingsOf(app.node);
  const name = (part: string) => `Wellport-${settings.stage}-${part}`;
  const data = new DataStack(app, name('Data'), settings);
  const identity = new IdentityStack(app, name('Identity'), settings);
  const gateway = new GatewayStack(app, name('Gateway'), settings, identity);
  const site = new SiteStack(app, name('Site'), settings, gateway);
  return { app, settings, name, data, identity, gateway, site };
}

/** Adds the portal for one account and region, from the app's context (infra/stages/stage.ts) and the bundled handlers. */
function addWellport(app: App, folder: string, modules: Modules) {
  const { settings, name, data, identity, gateway, site } = addFoundation(app);
  const { table, settingsTable, files, agreements, outbox, vaultKey, secrets } = data;
  const resources = {
    table,
    settingsTable,
    files,
    agreements,
    outbox,
    vaultKey,
    secrets,
    pool: identity.pool,
    client: identity.client,
    siteAddress: site.address,
    mailFrom: settings.mailFrom,
    bankSettings: settings.bankSettings,
    salesAddress: settings.salesAddress,
    supportAddress: settings.supportAddress,
    siteEmailsPerHour: settings.siteEmailsPerHour,
    bankAccountWaitHours: settings.bankAccountWaitHours,
    newAdministratorWaitHours: settings.newAdministratorWaitHours,
    idleMinutes: settings.idleMinutes,
    checksBreachedPasswords: settings.checksBreachedPasswords,
    leaversPercent: settings.leaversPercent,
    leaversCount: settings.leaversCount,
    rosterRevertHours: settings.rosterRevertHours,
    requiresSecondFactor: settings.requiresSecondFactor,
    flags: settings.flags,
    hasAlarmRecipient: (settings.alarmEmail ?? settings.alarmAddressSecretName) !== undefined,
    cdnSecret: site.cdnSecret,
    stage: settings.stage,
    release: settings.release,
  };
  const shared = { settings, handlersFolder: folder, modules };
  const jobs = new JobsStack(app, name('Jobs'), { ...shared, resources });
  const ofApis = {
    ...shared,
    resources: { ...resources, jobs: jobs.queues.jobs, failedJobs: jobs.queues.failedJobs },
  };
  const apis = apiNames.map((api) => new ApiStack(app, name(apiStackOf(api)), api, ofApis, gateway));
  const pages = new PagesStack(app, name('Pages'), settings, site);
  for (const api of apis) pages.addStackDependency(api);
  const alarms = new Alarms(jobs, 'Alarms', settings, { gateway, site });
  const status = new StatusStack(app, name('Status'), settings, site.address, {
    env: { region: settings.statusRegion },
  });
  Tags.of(app).add('product', 'wellport');
  Tags.of(app).add('stage', settings.stage);
  return { data, identity, gateway, site, jobs, apis, pages, alarms, status };
}

if (import.meta.main) {
  // `npm test` has already bundled them, and its other tests read them concurrently
  const bundled = process.env.HANDLERS_FOLDER;
  if (!bundled) await bundle(allHandlers);
  makeApp(bundled ?? handlersFolder).app.synth();
}
