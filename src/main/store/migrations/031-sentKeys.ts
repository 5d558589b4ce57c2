/** Version 31: finds what was sent with a DOI or an address, so that it is not sent again too soon. */
export const sentKeys = `
CREATE INDEX upload_items_by_sent_doi ON upload_items (doi_key) WHERE doi_key IS NOT NULL;
CREATE INDEX upload_items_by_sent_url ON upload_items (url_key) WHERE url_key IS NOT NULL;
`;
