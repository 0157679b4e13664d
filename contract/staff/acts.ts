// Every kind of act of the staff that is kept for ever. The public log shows the kind and the time of each.

export const ACT_KINDS = [
  'staff_bootstrapped',
  'staff_added',
  'staff_roles_changed',
  'staff_disabled',
  'staff_enabled',
  'staff_link_made',
  'staff_joined',
  'staff_factor_added',
  'staff_signed_in',
  'staff_codes_locked',
  'staff_linked_user',
  'proposal_made',
  'proposal_accepted',
  'proposal_rejected',
  'user_frozen',
  'user_unfrozen',
  'user_read',
  'verification_claimed',
  'verification_accepted',
  'verification_rejected',
  'image_viewed',
  'setting_changed',
  'message_resent',
  'keys_rotated',
] as const;
export type ActKind = (typeof ACT_KINDS)[number];
