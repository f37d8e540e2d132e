import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorName } from '../../shared/refusal.ts';
import { UserError } from '../local/tools/user-error.ts';
import { templateChanges } from '../quotas/template-changes.ts';
import { templatesIn, type Template } from '../quotas/templates.ts';
import { CloudFormationClient, GetTemplateCommand, LambdaClient } from './aws-tools.mjs';
import { mustBeStage } from './deployment.ts';

/**
 * Compares the deployed stacks of a stage with templates that `npx cdk synth` wrote. Changes nothing.
 *
 * @throws UserError with each change that AWS refuses, replaces a resource, or loses data
 */
export async function compareTemplates(stage: string, folder = 'cdk.out'): Promise<string> {
  mustBeStage(stage);
  const files = globSync(`Wellport-${stage}-*.template.json`, { cwd: folder });
  if (files.length === 0)
    throw new UserError(
      `${folder} has no templates of ${stage}: run npx cdk synth --quiet -c stage=${stage} first.`,
    );
  const { templates } = templatesIn(folder, 0);
  const next = new Map<string, Template>();
  const deployed = new Map<string, Template>();
  for (const file of files) {
    const stack = file.replace('.template.json', '');
    const template = templates.get(file);
    if (template) next.set(stack, template);
    const body = await bodyOf(
      new CloudFormationClient({ maxAttempts: 10, region: regionOf(folder, stack) }),
      stack,
    );
    if (body) deployed.set(stack, JSON.parse(body) as Template);
  }
  const changes = templateChanges(deployed, next);
  if (deployed.size === 0)
    return `No stack of ${stage} is deployed in ${await new LambdaClient({}).config.region()}: there is nothing to compare.`;
  if (changes.length > 0)
    throw new UserError(
      `The deployment of ${stage} would be refused or lose data:\n  ${changes.join('\n  ')}`,
    );
  return `${deployed.size} deployed stacks of ${stage} can be updated: no export in use, replaced resource, or resource with data is lost.`;
}

/** Returns the region of a stack in another one than the stage, such as the status page; otherwise undefined. */
function regionOf(folder: string, stack: string): string | undefined {
  const { artifacts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { environment?: string }>;
  };
  const region = artifacts[stack]?.environment?.split('/').at(-1);
  return region === 'unknown-region' ? undefined : region;
}

/** Returns the template of a stack; undefined if it is not deployed. */
const bodyOf = async (client: CloudFormationClient, stack: string): Promise<string | undefined> =>
  client.send(new GetTemplateCommand({ StackName: stack })).then(
    ({ TemplateBody }) => TemplateBody,
    (error: unknown) => {
      if (errorName(error) === 'ValidationError') return undefined;
      throw error;
    },
  );
