import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledge, everyFileOf } from './acknowledge.ts';
import { keyStatements } from './key-statements.ts';
import { liveAlias } from './live-alias.ts';
import { environmentFor } from './function-environment.ts';
import type { Permission } from './permission.ts';
import { statementsFor, type Resources } from './permissions.ts';
import type { Settings } from './stage.ts';

/** What every function of a deployment shares. */
export interface FunctionContext {
  settings: Settings;
  resources: Resources;
  /** The folder of the bundled handlers (infra/bundle.ts). */
  handlersFolder: string;
}

export interface HandlerProps {
  /** The handler's name: `partners/save`. */
  handler: string;
  /** One sentence, shown in the console. */
  does: string;
  may: readonly Permission[];
  timeout: Duration;
  /** Statements of the function's own surroundings, such as its queue. */
  statements?: readonly PolicyStatement[];
}

/** `dev-partners-save`: the handler's name, as far as Lambda's 64 characters go. */
export const functionNameOf = (stage: string, handler: string): string =>
  `${stage}-${handler.replace('/', '-')}`.slice(0, 64);

/** One bundled handler as a Lambda, with a role and a log of its own. */
export class HandlerFunction extends Construct {
  readonly function: LambdaFunction;
  /** What is started: the function as the release that is live has it (infra/operate/rollback.ts). */
  readonly live: Alias;
  readonly log: LogGroup;

  constructor(scope: Construct, id: string, context: FunctionContext, props: HandlerProps) {
    super(scope, id);
    const { settings, resources, handlersFolder } = context;
    const { stage } = settings;
    const code = readFileSync(join(handlersFolder, props.handler, 'index.mjs'), 'utf8');
    this.log = new LogGroup(this, 'Log', {
      logGroupName: `/wellport/${stage}/${props.handler}`,
      retention: settings.logRetention,
      // its name is fixed: one that stayed would be in the way when the handler, or the stage, is made again
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${props.handler} may do`,
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [this.log.logGroupArn],
            }),
            ...statementsFor(props.may, resources, code),
            ...keyStatements(props.handler, resources.table.tableArn),
            ...(props.statements ?? []),
            ...(settings.traces ? [sendTraces] : []),
          ],
        }),
      },
    });
    acknowledge(role, whyFiles(props.may, resources));
    if (props.may.includes('see the sender'))
      acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'SES knows no resource for its account.' });
    if (settings.traces)
      acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'X-Ray knows no resource for sending a trace.' });
    this.function = new LambdaFunction(this, 'Function', {
      functionName: functionNameOf(stage, props.handler),
      description: props.does.slice(0, 256),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(handlersFolder, props.handler)),
      handler: 'index.handler',
      memorySize: 1024,
      timeout: props.timeout,
      environment: environmentFor(code, props.may, resources),
      logGroup: this.log,
      role,
      // the versions of earlier releases stay, to go back to
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    if (settings.traces) (this.function.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
    this.live = new Alias(this, 'Live', {
      aliasName: liveAlias,
      version: this.function.currentVersion,
    });
  }
}

const sendTraces = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
});

/** Why a role names every file of a bucket: a row of the grants lets it near that bucket. */
const whyFiles = (may: readonly Permission[], { files, agreements, outbox }: Resources) => {
  const buckets = { files: files, agreements: agreements, 'bank files': outbox };
  const removed = may.includes('remove what the bank brought')
    ? {
        [everyFileOf(files, 'bank/incoming/')]:
          'Its row lets it remove what it took; the bank gives the names.',
      }
    : {};
  const near = Object.fromEntries(
    Object.entries(buckets)
      .filter(([name]) =>
        may.some((permission) => [`read ${name}`, `add ${name}`, `store ${name}`].includes(permission)),
      )
      .map(([name, bucket]) => [
        everyFileOf(bucket),
        `Its row in infra/grants.ts lets it near ${name}, whose names are made as they are stored.`,
      ]),
  );
  return { ...near, ...removed };
};
