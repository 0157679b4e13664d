/** North Korea, Israel, China, Vanuatu, Cuba (ISO 3166 alpha-2): the product is not offered there, so `area_list` leaves them out. */
export const REFUSED_COUNTRIES = ['KP', 'IL', 'CN', 'VU', 'CU'] as const;
