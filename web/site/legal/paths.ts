/** Where the form is when it is opened as a page of its own. */
export const agentFormPath = '/resources/authorizedagentdesignationform';
