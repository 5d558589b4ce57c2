/** Version 4: records of the directory as they were before they were overwritten or withdrawn. */
export const earlierVersions = '';
