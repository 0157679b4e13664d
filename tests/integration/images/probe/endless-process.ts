// Stands where the decoder stands and never ends, as an image may make it do.

for (;;);
