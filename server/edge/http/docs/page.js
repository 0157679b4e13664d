// The page to try the API: reads openapi.json and makes one form a call. Plain browser code, no build, no other site.

const main = document.getElementById('calls');
const tokenInput = document.getElementById('token');
const langSelect = document.getElementById('lang');
const filterInput = document.getElementById('filter');

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** The call's own fields: from path, query or form. */
function fieldsOf(operation) {
  const parameters = operation.parameters.filter((one) => one.in === 'path' || one.in === 'query');
  const form = operation.requestBody?.content?.['application/x-www-form-urlencoded']?.schema;
  const inBody = Object.entries(form?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'body',
    required: form.required?.includes(name) ?? false,
    schema,
  }));
  return [...parameters, ...inBody];
}

function inputFor(field) {
  const { schema } = field;
  if (schema.enum) {
    return element('select', { name: field.name }, ...schema.enum.map((value) => element('option', { value }, value)));
  }
  return element('input', { name: field.name, autocomplete: 'off', placeholder: field.required ? 'required' : '' });
}

async function send(method, path, fields, form) {
  const values = new FormData(form);
  const query = new URLSearchParams();
  const body = new URLSearchParams();
  let url = path;
  for (const field of fields) {
    const value = String(values.get(field.name) ?? '');
    if (field.in === 'path') url = url.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value !== '') (field.in === 'query' ? query : body).set(field.name, value);
  }
  const headers = { lang: langSelect.value };
  if (tokenInput.value !== '') headers.authorization = tokenInput.value;
  const search = query.size > 0 ? `?${query}` : '';
  const request = method === 'POST' ? { method, headers, body } : { method, headers };
  const response = await fetch(`${url}${search}`, request);
  const answer = await response.json();
  // A token that comes back is put to use at once.
  if (typeof answer.data?.token === 'string') tokenInput.value = answer.data.token;
  return `${response.status}\n${JSON.stringify(answer, null, 2)}`;
}

function callOf(method, path, operation) {
  const fields = fieldsOf(operation);
  const result = element('pre', { hidden: true, tabIndex: 0 });
  const form = element(
    'form',
    {},
    ...fields.map((field) => element('label', {}, `${field.name}${field.required ? ' *' : ''}`, inputFor(field))),
    element('button', { type: 'submit' }, 'Send'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    result.hidden = false;
    result.textContent = '…';
    try {
      result.textContent = await send(method, path, fields, form);
    } catch (error) {
      result.textContent = String(error);
    }
  });
  const summary = element('summary', {}, element('code', {}, `${method} ${path}`), ` ${operation.summary}`);
  const details = element(
    'details',
    {},
    summary,
    element('p', { className: 'quiet' }, operation.description),
    form,
    result,
  );
  details.dataset.text = `${path} ${operation.summary}`.toLowerCase();
  return details;
}

const specification = await (await fetch('../api/openapi.json')).json();
document.title = `${specification.info.title} API`;
document.querySelector('h1').textContent = document.title;
langSelect.append(
  ...specification.components.parameters.lang.schema.enum.map((value) =>
    element('option', { value, selected: value === 'en' }, value),
  ),
);
for (const [path, operations] of Object.entries(specification.paths)) {
  for (const [method, operation] of Object.entries(operations))
    main.append(callOf(method.toUpperCase(), path, operation));
}
filterInput.addEventListener('input', () => {
  const wanted = filterInput.value.toLowerCase();
  for (const call of main.children) call.hidden = !call.dataset.text.includes(wanted);
});
