import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorName } from '../../shared/refusal.ts';
import { UserError } from '../local/tools/user-error.ts';
import { templateChanges, type TemplateChange } from '../quotas/template-changes.ts';
import { templatesIn, type Template } from '../quotas/templates.ts';
import { CloudFormationClient, GetTemplateCommand, LambdaClient } from './aws-tools.mjs';
import { mustBeStage } from './deployment.ts';

/**
 * Compares the deployed stacks of a stage with templates that `npx cdk synth` wrote. Changes nothing.
 *
 * @param accepted logical IDs, also as `<stack>/<logical ID>`, of resources that are replaced or removed on purpose
 * @throws UserError with each change that AWS refuses, replaces a resource, or loses data and is not accepted, and with
 *   each acceptance that matches no change
 */
export async function compareTemplates(
  stage: string,
  accepted: readonly string[] = [],
  folder = 'cdk.out',
): Promise<string> {
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
  if (deployed.size === 0)
    return `No stack of ${stage} is deployed in ${await new LambdaClient({}).config.region()}: there is nothing to compare.`;
  return acceptedText(templateChanges(deployed, next), accepted, { stage, count: deployed.size });
}

/** Returns the result of a comparison. Throws UserError for changes that are not accepted. */
function acceptedText(
  changes: readonly TemplateChange[],
  accepted: readonly string[],
  { stage, count }: { stage: string; count: number },
): string {
  const matches = (value: string) =>
    changes.filter(({ name }) => name === value || name.split('/')[1] === value);
  const errors = accepted.flatMap((value) => {
    const names = [...new Set(matches(value).map(({ name }) => name))];
    if (names.length === 0) return [`--accept ${value} matches no change: remove it.`];
    return names.length > 1
      ? [`--accept ${value} matches several changes: name one of ${names.join(', ')}.`]
      : [];
  });
  const isAccepted = (change: TemplateChange) =>
    !change.isRefused && accepted.some((value) => matches(value).includes(change));
  const open = changes.filter((change) => !isAccepted(change));
  if (open.length > 0) {
    const acceptable = open.filter(({ isRefused }) => !isRefused).map(({ name }) => ` --accept ${name}`);
    errors.push(
      `The deployment of ${stage} would be refused or lose data:\n  ${open.map(({ text }) => text).join('\n  ')}`,
      ...(acceptable.length > 0
        ? [
            `If a replacement or removal is meant, accept it by its logical ID:${[...new Set(acceptable)].join('')}`,
          ]
        : []),
    );
  }
  if (errors.length > 0) throw new UserError(errors.join('\n'));
  return [
    ...changes.map(({ text }) => `Accepted: ${text}`),
    changes.length > 0
      ? `${count} deployed stacks of ${stage} can be updated with the accepted changes.`
      : `${count} deployed stacks of ${stage} can be updated: no export in use, replaced resource, or resource with data is lost.`,
  ].join('\n');
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
