// The operator's page: shows the server's health every two seconds. Plain browser code, no build, no other site.

const place = document.getElementById('health');

const show = async () => {
  try {
    const { code, msg, data } = await (await fetch('staff/api/health', { headers: { lang: 'en' } })).json();
    place.textContent = code === 1 ? JSON.stringify(data, null, 2) : msg;
  } catch {
    place.textContent = 'The server does not answer.';
  }
};
show();
setInterval(show, 2000);
