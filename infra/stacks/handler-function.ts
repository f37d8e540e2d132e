import { Stack, ArnFormat, Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { PolicyDocument, Role, ServicePrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { createHash } from 'node:crypto';
import { acknowledge, everyFileOf } from '../stages/acknowledge.ts';
import { rolePath, functionNameOf } from '../build/handlers.ts';
import type { Settings } from '../stages/stage.ts';
import {
  Alias,
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorRow } from '../../functions/table/deployed-settings.ts';
import type { Modules } from '../build/bundle.ts';
import { keyStatements } from '../permissions/key-statements.ts';
import { liveAlias, liveDescription } from './live-alias.ts';
import {
  type Permission,
  statementsFor,
  tableArns,
  type Resources,
  environmentFor,
  rowsFor,
  type SettingsRow,
} from '../permissions/permissions.ts';

const scopeId = 'FunctionRoles';

/**
 * Roles of the functions of a stack and its nested stacks. Functions with equal statements share a role, because an
 * account has a quota of roles (decision 22).
 */
class FunctionRoles extends Construct {
  private readonly roles = new Map<string, Role>();

  /** Returns the roles of a construct's stack. */
  static of(scope: Construct): FunctionRoles {
    const own = Stack.of(scope);
    const stack = own.nestedStackParent ?? own;
    return (
      (stack.node.tryFindChild(scopeId) as FunctionRoles | undefined) ?? new FunctionRoles(stack, scopeId)
    );
  }

  /**
   * Returns the role with these statements.
   *
   * @param reasons for wildcards, by the rule of cdk-nag
   * @param removal with RETAIN, earlier versions of a function can still be restored after its role changed
   */
  roleWith(
    statements: PolicyStatement[],
    reasons: Parameters<typeof acknowledge>[1],
    { removal, stage }: Pick<Settings, 'removal' | 'stage'>,
  ): Role {
    const document = new PolicyDocument({ statements });
    const text = JSON.stringify(Stack.of(this).resolve(document));
    const existing = this.roles.get(text);
    if (existing) return existing;
    // an ID of the statements: a changed role is a new one, and versions that are still live keep theirs
    const role = new Role(this, createHash('sha256').update(text).digest('hex').slice(0, 12), {
      path: rolePath(stage, Stack.of(this).region),
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: 'Permissions of functions with equal statements.',
      inlinePolicies: { own: document },
    });
    role.applyRemovalPolicy(removal);
    acknowledge(role, reasons);
    this.roles.set(text, role);
    return role;
  }
}

/** Context shared by every function of a deployment. */
export interface FunctionContext {
  settings: Settings;
  resources: Resources;
  /** Folder of the bundled handlers (infra/build/bundle.ts). */
  handlersFolder: string;
  modules: Modules;
}

export interface HandlerProps {
  /** The handler's name: `partners/save`. */
  handler: string;
  /** One sentence, shown in the console. */
  does: string;
  may: readonly Permission[];
  timeout: Duration;
  /** Copies that stay started; none by default. */
  warmCopies?: number;
  /** Statements for the function's own resources, such as its queue. */
  statements?: readonly PolicyStatement[];
}

/** A bundled handler as a Lambda function with its own log; functions with equal permissions share a role. */
export class HandlerFunction extends Construct {
  readonly function: LambdaFunction;
  /** The live version, which routes, schedules, and messages invoke (infra/operate/rollback.ts). */
  readonly live: Alias;
  readonly log: LogGroup;

  constructor(scope: Construct, id: string, context: FunctionContext, props: HandlerProps) {
    super(scope, id);
    const { settings, resources, handlersFolder } = context;
    const { stage } = settings;
    const modules = context.modules.get(props.handler);
    if (!modules) throw new Error(`${props.handler} is not bundled.`);
    const code = readFileSync(join(handlersFolder, props.handler, 'index.mjs'), 'utf8');
    this.log = new LogGroup(this, 'Log', {
      logGroupName: `/wellport/${stage}/${props.handler}`,
      retention: settings.logRetention,
      // the name is fixed: a retained log group would block creating the handler or stage again
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const rows = rowsFor(code);
    const role = FunctionRoles.of(this).roleWith(
      [
        writeLogs(this, stage),
        ...statementsFor(props.may, resources, modules),
        ...keyStatements(props.handler, modules, tableArns(resources.table)),
        readSettings(resources, rows),
        ...(props.statements ?? []),
        ...(settings.traces ? [sendTraces] : []),
      ],
      {
        ...whyFiles(props.may, resources),
        [`AwsSolutions-IAM5[Resource::${everyLog(stage)}]`]:
          'Functions with equal permissions share a role, so it includes the logs of the stage.',
        ...(props.may.includes('GetEmailIdentity') && {
          'AwsSolutions-IAM5[Resource::*]': 'SES has no resource for its account.',
        }),
        ...(settings.traces && {
          'AwsSolutions-IAM5[Resource::*]': 'X-Ray has no resource for sending traces.',
        }),
      },
      settings,
    );
    this.function = new LambdaFunction(this, 'Function', {
      functionName: functionNameOf(stage, props.handler),
      description: props.does.slice(0, 256),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(handlersFolder, props.handler)),
      handler: 'index.handler',
      memorySize: 1024,
      timeout: props.timeout,
      environment: environmentFor(resources, rows),
      logGroup: this.log,
      role,
      // earlier versions are retained for a rollback
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    if (settings.traces) (this.function.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
    this.live = new Alias(this, 'Live', {
      aliasName: liveAlias,
      version: this.function.currentVersion,
      provisionedConcurrentExecutions: props.warmCopies || undefined,
      // changes with each release, so that a deployment after a rollback moves every alias again
      description: liveDescription(settings.release),
    });
  }
}

const logsOf = (stage: string): string => `/wellport/${stage}/*`;
const everyLog = (stage: string): string =>
  `arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:${logsOf(stage)}`;

const writeLogs = (scope: Construct, stage: string) =>
  new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [
      Stack.of(scope).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logsOf(stage),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
  });

/** Permits the rows of settings that a function's code reads, and the operator's row. */
const readSettings = ({ settingsTable }: Resources, rows: readonly SettingsRow[]) =>
  new PolicyStatement({
    actions: ['dynamodb:GetItem'],
    resources: [settingsTable.tableArn],
    conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [...rows, operatorRow] } },
  });

const sendTraces = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
});

/** Returns the reasons for access to every file of a bucket, which a grant permits. */
const whyFiles = (may: readonly Permission[], { files, agreements, outbox }: Resources) => {
  const buckets = { Files: files, Agreements: agreements, BankFiles: outbox };
  const removed = {
    ...(may.includes('DeleteInboundFiles') && {
      [everyFileOf(files, 'bank/incoming/')]:
        'Its grant allows it to remove imported files; the bank chooses their names.',
    }),
    ...(may.includes('EraseCheckInFiles') && {
      [everyFileOf(files, 'check-ins/')]:
        'Its grant allows it to move read files; the systems of clubs choose their names.',
    }),
    ...(may.includes('EraseRosterFiles') && {
      [everyFileOf(files, 'hr/')]:
        'Its grant allows it to move read files; the HR systems choose their names.',
      [everyFileOf(files, 'roster-changes/')]:
        'Its grant allows it to erase originals whose numbers are masked; their names are IDs.',
    }),
  };
  const near = Object.fromEntries(
    Object.entries(buckets)
      .filter(([name]) =>
        may.some((permission) => [`Get${name}`, `Put${name}`, `GetAndPut${name}`].includes(permission)),
      )
      .map(([name, bucket]) => [
        everyFileOf(bucket),
        `Its grant in infra/permissions/grants.ts allows access to all objects of the bucket of ${name}, whose names are created at run time.`,
      ]),
  );
  return { ...near, ...removed };
};
