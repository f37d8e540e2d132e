/**
 * A web address as entered: "lakeside.example" or "https://lakeside.example/gym", with a dotted host and without blanks
 * or user info. Other schemes, such as `javascript:`, do not match, so that links always open a web page.
 */
export const webAddress = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+\.?(:\d{1,5})?([/?#]\S*)?$/iu;
