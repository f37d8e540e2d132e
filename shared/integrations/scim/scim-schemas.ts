/** The media type of SCIM (RFC 7644, section 3.1). */
export const scimMediaType = 'application/scim+json';

export const scimErrorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const scimListSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const scimBulkResponseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
