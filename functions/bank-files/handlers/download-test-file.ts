import { remoteNameOf } from '../../../shared/bank-files/bank-profile.ts';
import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { testBankFile, testFileBankFlow } from '../../../shared/bank-files/test-file.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { textType } from '../../../shared/media-types.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { sha256 } from '../../platform/digest.ts';

export const handler = handle(bankFiles.downloadTestFile, ({ now }) => {
  const settings = environmentBankSettings;
  if (!settings)
    throw new Refusal(
      'conflict',
      'No test file: the bank settings of this environment are missing or not valid.',
    );
  const text = testBankFile(settings, now);
  const named = { createdOn: dateInChicago(now), fileIdModifier: 'TEST', fileHash: sha256(text) };
  return Promise.resolve({
    name: remoteNameOf(settings, { ...named, bankFlow: testFileBankFlow }),
    type: textType,
    bytes: Buffer.from(text, 'latin1'),
  });
});
