// How many rows a page of a list has. Apart from the fields: the app needs it where it needs no schemas.

export const PAGE_SIZE = 20;
