/** The media type of SCIM (RFC 7644, section 3.1). */
export const scimMediaType = 'application/scim+json';

export const scimErrorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const scimListSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const scimPatchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const scimBulkRequestSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
export const scimBulkResponseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
export const scimSearchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
