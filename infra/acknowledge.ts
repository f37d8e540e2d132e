import { Stack, Validations, type CfnElement } from 'aws-cdk-lib/core';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** Says why a rule of cdk-nag does not hold for a construct and what is in it. */
export function acknowledge(scope: IConstruct, reasons: Record<`AwsSolutions-${string}`, string>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(scope).acknowledge({ id, reason });
}

/** The rule's name for a role that may reach every file of a bucket, or of a folder in it (`bank/incoming/`); cdk-nag takes each wildcard by itself. */
export const everyFileOf = (bucket: Bucket, folder = ''): `AwsSolutions-${string}` =>
  `AwsSolutions-IAM5[Resource::<${Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnElement)}.Arn>/${folder}*]`;
