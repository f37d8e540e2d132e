import { CustomResource, Duration } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { HandlerFunction, type FunctionContext } from './handler-function.ts';
import { secretVariables, settingsRows } from './runtime-settings.ts';

/** Handler that stores the settings of a deployment. */
export const deploymentHandler = 'settings/on-deployment';

/** Stores the settings of each deployment in the settings table before functions that read them are changed. */
export class StoredSettings extends Construct {
  constructor(scope: Construct, id: string, context: FunctionContext) {
    super(scope, id);
    const { settings, resources } = context;
    const { cdnSecret, settingsTable } = resources;
    const storing = new HandlerFunction(this, 'OnDeployment', context, {
      handler: deploymentHandler,
      does: 'Stores the settings of a deployment.',
      may: [],
      timeout: Duration.seconds(30),
      statements: [
        new PolicyStatement({ actions: ['dynamodb:PutItem'], resources: [settingsTable.tableArn] }),
        new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [cdnSecret.secretArn] }),
      ],
    });
    // oxlint-disable-next-line no-new -- constructs register themselves with their scope
    new CustomResource(this, 'Stored', {
      serviceToken: storing.live.functionArn,
      resourceType: 'Custom::WellportSettings',
      properties: {
        release: settings.release,
        rows: settingsRows(resources),
        secrets: Object.fromEntries(
          Object.entries(secretVariables).map(([row, names]) => [
            row,
            Object.fromEntries(names.map((name) => [name, cdnSecret.secretArn])),
          ]),
        ),
      },
    });
  }
}
