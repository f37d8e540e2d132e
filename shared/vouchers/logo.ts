/** The largest logo, in bytes, and the most pixels that it may have before anybody decodes it (spec 2 §5). */
export const largestLogo = 1_048_576;
export const mostLogoPixels = 4_000_000;
export const logoEndings = ['.jpeg', '.jpg', '.png'] as const;
export const recommendedLogo = { width: 178, height: 60 } as const;

/** The two sentences of the specification (spec 2 §5). */
export const logoTooLarge = 'File with maximum size of 1 MB is allowed';
export const logoWrongKind =
  'Invalid file format. Please make sure that you are using .jpeg, .jpg, .png file formats.';
export const logoTooManyPixels =
  'This picture has too many pixels. Nothing was saved. Use one of at most 4 megapixels.';
export const logoDamaged =
  'This picture is damaged. Nothing was saved. Save it again as .png or .jpeg, then choose it.';
