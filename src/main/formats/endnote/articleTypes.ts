/** The types of EndNote's references that are articles of journals. */
export const articleTypes = /^(?:(?:journal|electronic|magazine) article|17|19|43)$/i;
