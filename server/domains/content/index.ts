// What the list of domains may use of content.

export { contentRoutes } from './routes.ts';
export { keepWords } from './search-table.ts';
export { Shelf } from './shelf.ts';
export { contentStaffRoutes } from './staff-routes.ts';
export { readPicture } from './table.ts';
