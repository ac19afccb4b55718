package sshd

import (
	"context"
	"errors"
	"time"

	"saloon/lobby/admin"
)

// officeFor is how long a word to the office may take: a drain lasts as long as the matches do.
const officeFor = 24 * time.Hour

// office hands words to the office, if they come from the staff.
func office(c *call) error {
	o := c.server.cfg.Office
	if o == nil {
		return errPlain("this house is not looked after from here")
	}
	who, err := o.Caller(c.ctx, c.sess.id.Fingerprint)
	if err != nil {
		return err
	}
	r, err := admin.Parse(c.args)
	if err != nil {
		return err
	}
	err = o.Run(c.ctx, who, r, c.out)
	if why := context.Cause(c.ctx); err != nil && why != nil && errors.Is(err, c.ctx.Err()) {
		return errPlain(why.Error()) // the house closes, or nobody is there to be told
	}
	return err
}
