import type { PolicyValidationPluginReport } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

// What is used of cdk-nag. Its own types import the whole of aws-cdk-lib, a million lines for the compiler to read.
export declare class AwsSolutionsChecks {
  constructor(scope: IConstruct);
  validateScope(scope: IConstruct): PolicyValidationPluginReport;
}
