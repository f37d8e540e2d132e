import { RemovalPolicy, Stack, Validations, type CfnElement } from 'aws-cdk-lib/core';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** Suppresses cdk-nag rules for a construct and its children, with a reason per rule. */
export function acknowledge(scope: IConstruct, reasons: Record<`AwsSolutions-${string}`, string>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(scope).acknowledge({ id, reason });
}

/** Returns the finding ID for a role with access to every file of a bucket or folder (`bank/incoming/`); cdk-nag reports each wildcard separately. */
export const everyFileOf = (bucket: Bucket, folder = ''): `AwsSolutions-${string}` =>
  `AwsSolutions-IAM5[Resource::<${Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnElement)}.Arn>/${folder}*]`;

/**
 * Returns the policy of a resource with a fixed name: retained as others, but removed with a failed first deployment,
 * because the name would block the next one.
 */
export const withoutFailedAttempt = (removal: RemovalPolicy): RemovalPolicy =>
  removal === RemovalPolicy.RETAIN ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : removal;
