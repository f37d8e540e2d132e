import { PKPass } from 'passkit-generator';
import type { WalletPass } from '../../shared/visits/access-pass.ts';
import { walletIcon } from './wallet-icon-data.ts';
import type { AppleSettings } from './google-pass.ts';

/** Returns a signed pass for Apple Wallet (.pkpass). */
export function applePass(
  { memberId, memberName, facilityName, barcode, lastDay }: WalletPass,
  { passTypeIdentifier, teamIdentifier, certificate, key, keyPassphrase, wwdr }: AppleSettings,
): Buffer {
  const icon = walletIcon();
  const pass = new PKPass(
    { 'icon.png': icon, 'icon@2x.png': icon, 'logo.png': icon },
    { wwdr, signerCert: certificate, signerKey: key, signerKeyPassphrase: keyPassphrase },
    {
      passTypeIdentifier,
      teamIdentifier,
      serialNumber: memberId,
      organizationName: 'Wellport',
      description: 'Wellport member pass',
      logoText: 'Wellport',
      backgroundColor: 'rgb(15, 90, 67)',
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(255, 255, 255)',
      sharingProhibited: true,
    },
  );
  pass.type = 'generic';
  pass.primaryFields.push({ key: 'member', label: 'Member', value: memberName });
  pass.secondaryFields.push({ key: 'club', label: 'Club', value: facilityName });
  pass.setBarcodes({
    message: barcode,
    format: 'PKBarcodeFormatCode128',
    messageEncoding: 'iso-8859-1',
    altText: barcode,
  });
  if (lastDay !== null) pass.setExpirationDate(new Date(`${lastDay}T23:59:59Z`));
  return pass.getAsBuffer();
}
