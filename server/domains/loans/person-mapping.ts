// The documents' own naming of a borrower: their field `name` holds the last name, and `last_name` the first. Swapped here, and nowhere else.

export interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
}

export const namesFromCall = ({
  name,
  last_name: first,
}: {
  readonly name: string;
  readonly last_name: string;
}): PersonNames => ({
  firstName: first,
  lastName: name,
});

export const namesForCall = ({ firstName, lastName }: PersonNames) => ({ name: lastName, last_name: firstName });
