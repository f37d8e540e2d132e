import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Says why a rule of cdk-nag does not hold for a construct and what is in it. */
export function acknowledge(scope: IConstruct, reasons: Record<`AwsSolutions-${string}`, string>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(scope).acknowledge({ id, reason });
}
