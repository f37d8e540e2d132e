import { files } from '../../shared/contracts/files.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(files, {
  get: {
    own: ({ own }) => ({ params: { partitionKey: own.member.id, rowKey: 'none' } }),
    other: ({ other }) => ({ params: { partitionKey: other.member.id, rowKey: 'none' } }),
    unknown: { params: { partitionKey: 'M99', rowKey: 'none' } },
  },
});
