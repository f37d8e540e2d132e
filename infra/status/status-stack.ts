// oxlint-disable no-new -- constructs register themselves with their scope
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aws, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib/core';
import {
  Distribution,
  HeadersFrameOption,
  HttpVersion,
  PriceClass,
  CachePolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { alarmTopic, messageOf } from '../alarms/alarms.ts';
import { firewallRegion } from '../stacks/firewall.ts';
import { acknowledge } from '../stages/acknowledge.ts';
import { plainBuild } from '../build/bundle.ts';
import { logGroupOf } from '../stacks/log-links.ts';
import type { Settings } from '../stages/stage.ts';
import { style } from './status-page.ts';

/**
 * The status page with its own bucket and CDN, and the probe that publishes it. It depends on no other stack but for the
 * site's address, so that it works while the portal does not. In another region, it also works while the portal's region
 * does not, and then sends its own alarm.
 */
export class StatusStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, siteAddress: string, props?: StackProps) {
    super(scope, id, props);
    // its content is published again each minute
    const bucket = new Bucket(this, 'Status', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(1) }],
      removalPolicy: settings.removal,
    });
    acknowledge(bucket, {
      'AwsSolutions-S1': 'Contains the public status page only and is read by its CDN only.',
    });
    const { distributionDomainName } = this.makeDistribution(bucket, settings);
    new CfnOutput(this, 'StatusAddress', { value: `https://${distributionDomainName}` });
    this.makeProbe(bucket, settings, siteAddress);
  }

  private makeDistribution(bucket: Bucket, { stage }: Settings): Distribution {
    const distribution = new Distribution(this, 'Cdn', {
      comment: `Status of Wellport ${stage}`,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultRootObject: 'index.html',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        // follows the header of each file: 30 seconds
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        responseHeadersPolicy: this.makeHeaders(),
      },
    });
    acknowledge(distribution, {
      'AwsSolutions-CFR1': 'Members travel; the status is available from anywhere.',
      'AwsSolutions-CFR2': 'Two static files without input need no firewall, which has a monthly price.',
      'AwsSolutions-CFR3': 'The page is public, and its visitors are not recorded.',
      'AwsSolutions-CFR4': 'CloudFront’s own domain has its own certificate.',
    });
    return distribution;
  }

  private makeHeaders(): ResponseHeadersPolicy {
    const hash = createHash('sha256').update(style).digest('base64');
    return new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          override: true,
        },
      },
    });
  }

  private makeProbe(bucket: Bucket, settings: Settings, siteAddress: string): void {
    const { stage, release, logRetention, statusRegion } = settings;
    const log = new LogGroup(this, 'Log', {
      logGroupName: logGroupOf(stage, 'status/probe'),
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
    const reports = `log-group:${logGroupOf(stage, 'status/probe')}:*`;
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: 'Permissions of the probe',
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [log.logGroupArn]),
            ...(statusRegion ? [reportsTo(reports)] : []),
            allow(['s3:GetObject'], [bucket.arnForObjects('history.json')]),
            allow(
              ['s3:PutObject'],
              ['history.json', 'index.html'].map((name) => bucket.arnForObjects(name)),
            ),
            // without it, S3 responds 403 instead of 404 before the first check
            allow(['s3:ListBucket'], [bucket.bucketArn]),
          ],
        }),
      },
    });
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::arn:aws:logs:${firewallRegion}:<AWS::AccountId>:${reports}]`]:
        'The probe creates a stream per day in its own log.',
    });
    const probe = new LambdaFunction(this, 'Probe', {
      functionName: `wellport-status-${stage}`,
      description: 'Checks the portal as a visitor and publishes the status page.',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundledProbe()),
      handler: 'index.probe',
      memorySize: 256,
      timeout: Duration.seconds(50),
      environment: {
        STAGE: stage,
        RELEASE: release,
        SITE_ADDRESS: siteAddress,
        STATUS_BUCKET: bucket.bucketName,
        ...(statusRegion && { REPORT_REGION: firewallRegion, REPORT_LOG: logGroupOf(stage, 'status/probe') }),
      },
      logGroup: log,
      role,
    });
    this.startEachMinute(probe);
    if (statusRegion) this.watch(probe, settings, statusRegion);
  }

  /** Sends an alarm from this region while the portal's region takes no reports, and therefore sends none itself. */
  private watch(probe: LambdaFunction, settings: Settings, statusRegion: string): void {
    const alarm = (id: string, metric: Metric, isMissing: boolean) =>
      new Alarm(this, id, {
        metric,
        threshold: 1,
        evaluationPeriods: 3,
        comparisonOperator: isMissing
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: isMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      });
    const parts = [
      alarm('ReportsFail', probe.metricErrors({ period }), false),
      alarm('ProbeDoesNotRun', probe.metricInvocations({ period }), true),
    ];
    new CompositeAlarm(this, 'RegionSilent', {
      compositeAlarmName: `wellport-${settings.stage}-RegionSilent`,
      alarmDescription: messageOf(
        settings,
        {
          hurts: `Nobody may learn that the portal is down: for 15 minutes, the probe could not report to ${firewallRegion}.`,
          runbook: 'the-region-is-silent',
          logs: { of: ['status/probe'], query: 'sort @timestamp desc' },
        },
        { dashboard: firewallRegion, logs: statusRegion },
      ),
      alarmRule: AlarmRule.anyOf(...parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM))),
    }).addAlarmAction(new SnsAction(alarmTopic(this, settings)));
  }

  private startEachMinute({ functionArn }: LambdaFunction): void {
    const caller = new Role(this, 'Caller', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] })],
        }),
      },
    });
    new CfnSchedule(this, 'Schedule', {
      description: 'Probe of the portal',
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: functionArn,
        roleArn: caller.roleArn,
        // the next check comes in a minute
        retryPolicy: { maximumRetryAttempts: 0 },
      },
    });
  }
}

/** Permits the log of reports in the portal's region. */
const reportsTo = (log: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [`arn:aws:logs:${firewallRegion}:${Aws.ACCOUNT_ID}:${log}`],
  });

/** The probe runs each minute. */
const period = Duration.minutes(5);

let bundled: string | undefined;

/** Bundles the probe once per process and returns its folder. */
function bundledProbe(): string {
  if (bundled) return bundled;
  const folder = mkdtempSync(join(tmpdir(), 'wellport-probe-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildSync({
    ...plainBuild,
    entryPoints: { index: 'infra/status/probe.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "// status/probe\nimport{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  bundled = folder;
  return folder;
}
