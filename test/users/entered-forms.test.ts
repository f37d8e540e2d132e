import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bankAccountForm } from '../../shared/bank-accounts/bank-account.ts';
import { email } from '../../shared/fields.ts';
import { signInName } from '../../shared/users/sign-in-attempts.ts';
import { visibleEmail } from '../../shared/visible-text.ts';

const read = (sent: string) => z.safeDecode(email('Email'), sent);

describe('an email address', () => {
  it('is read without invisible characters and mailto, also at log-in', () => {
    const invisible = fc.constantFrom('\u200B', '\u00AD', '\uFEFF', '\u2060', '\u200E', '\u200D', '');
    const address = fc.emailAddress({ size: 'small' }).filter((text) => read(text).success);
    fc.assert(
      fc.property(
        address,
        invisible,
        fc.nat(),
        fc.constantFrom('', 'mailto:', ' MAILTO:'),
        (text, mark, at, scheme) => {
          const position = at % (text.length + 1);
          const sent = `${scheme}${text.slice(0, position)}${mark}${text.slice(position)}\u00A0`;
          expect(read(sent)).toMatchObject({ success: true, data: text });
          expect(signInName(sent)).toBe(text.toLowerCase());
        },
      ),
    );
  });

  it.each([
    'a&b@larkspur.example',
    'r/d@larkspur.example',
    'a&@larkspur.example',
    "o'neil+x@larkspur.example",
  ])('is valid: %s', (address) => expect(read(address)).toMatchObject({ success: true, data: address }));

  it.each([
    'a b@larkspur.example',
    'a..b@larkspur.example',
    'a@b@larkspur.example',
    'lu@x.example; lu@y.example',
  ])('is not guessed: %s', (address) => {
    expect(read(address).success).toBe(false);
    expect(visibleEmail(address)).toBe(address);
  });
});

describe('an account number', () => {
  const account = (accountNumber: string, routingNumber = '091000022') =>
    z.safeDecode(bankAccountForm, {
      nameOnAccount: 'Dana Whitlock',
      routingNumber,
      accountNumber,
      bankAccountType: 0,
    });
  const messageOf = (accountNumber: string) => account(accountNumber).error?.issues[0]?.message;

  it('is read with gaps between its digits', () => {
    const digits = fc.stringMatching(/^[0-9]{4,17}$/);
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom(' ', '\u00A0', '  '),
        fc.integer({ min: 1, max: 4 }),
        (number, gap, size) => {
          const groups = number.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
          expect(account(groups.join(gap)).data?.accountNumber).toBe(number);
        },
      ),
    );
    expect(account('0012 3456 78').data?.accountNumber).toBe('0012345678');
    expect(account('12345678', '0910 0002 2').data?.routingNumber).toBe('091000022');
  });

  it.each([
    ['44', 'Account Number must be 4 to 17 digits.'],
    ['12O45678', 'Account Number must be 4 to 17 digits. "O" is not a digit.'],
    ['123456789012345678', 'Account Number must be 4 to 17 digits. It has 18.'],
    ['1.23E+11', 'Excel changed this account number to 1.23E+11. Enter it as text.'],
  ])('is refused with the cause: %s', (number, message) => {
    expect(messageOf(number)).toBe(message);
  });
});
