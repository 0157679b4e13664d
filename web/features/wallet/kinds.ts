// Coin or bank, by the numbers that the product's calls give them.

/** As draw_list, draw_symbol_list and get_draw_method have it: 1 coin, 2 bank. */
export type Kind = '1' | '2';
/** As quick_ist has it: 0 coin, 1 bank. */
export type DepositKind = '0' | '1';
