/** Maximum size of a logo in bytes, and maximum pixels before decoding (spec 2 §5). */
export const maxLogoBytes = 1_048_576;
export const maxLogoPixels = 4_000_000;
export const logoEndings = ['.jpeg', '.jpg', '.png'] as const;
export const recommendedLogo = { width: 178, height: 60 } as const;

/** Messages of spec 2 §5. */
export const logoTooLarge = 'File with maximum size of 1 MB is allowed';
export const logoWrongKind =
  'Invalid file format. Please make sure that you are using .jpeg, .jpg, .png file formats.';
export const logoTooManyPixels =
  'This picture has too many pixels. Nothing was saved. Use one with at most 4 megapixels.';
export const logoDamaged =
  'This picture is damaged. Nothing was saved. Save it again as .png or .jpeg, then select it.';
