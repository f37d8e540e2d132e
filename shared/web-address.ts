/**
 * A page's address as people type it: "lakeside.example" or "https://lakeside.example/gym", with a dotted host and
 * without blanks or user-info. Another scheme, such as `javascript:`, does not fit, so that a link to it stays a link to
 * a page.
 */
export const webAddress = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+\.?(:\d{1,5})?([/?#]\S*)?$/iu;
